// Gives the semantic page the classes of a framework, so that it looks as that framework means it to.
// Selectors are asked in order; `name` is the framework, `dark` whether its dark look is wanted.
({ name, dark }) => {
  const second = "button.second", first = "button:not(.second):not([role=tab])", small = "button.small";
  const field = "input:not([type=checkbox]):not([type=radio]), textarea", mark = "input[type=checkbox], input[type=radio]";
  const looks = {
    bootstrap: { [first]: "btn btn-primary", [second]: "btn btn-outline-secondary", [small]: "btn-sm", [field]: "form-control", select: "form-select", [mark]: "form-check-input", table: "table table-hover", label: "form-label", ".tabs": "nav nav-tabs", "[role=tab]": "nav-link", ".card": "shadow-sm" },
    spectre: { [first]: "btn btn-primary", [second]: "btn", [small]: "btn-sm", [field]: "form-input", select: "form-select", table: "table table-striped", label: "form-label", "[role=tab]": "btn btn-link" },
    pure: { form: "pure-form pure-form-stacked", [first]: "pure-button pure-button-primary", [second]: "pure-button", table: "pure-table pure-table-bordered", "[role=tab]": "pure-button" },
    uikit: { [first]: "uk-button uk-button-primary", [second]: "uk-button uk-button-default", [small]: "uk-button-small", [field]: "uk-input", select: "uk-select", "input[type=checkbox]": "uk-checkbox", "input[type=radio]": "uk-radio", table: "uk-table uk-table-divider uk-table-small", label: "uk-form-label", "[role=tab]": "uk-button uk-button-text" },
    foundation: { [first]: "button", [second]: "button hollow secondary", [small]: "small", "[role=tab]": "button clear", table: "hover" },
    milligram: { [second]: "button-outline", "[role=tab]": "button-clear" },
    mini: { [first]: "primary", [second]: "secondary", "[role=tab]": "tertiary" },
    pico: { [second]: "secondary outline", "[role=tab]": "outline" },
    water: {},
  };
  for (const [selector, classes] of Object.entries(looks[name]))
    for (const element of document.querySelectorAll(selector)) element.classList.add(...classes.split(" "));
  if (!dark) return;
  document.documentElement.dataset.bsTheme = document.documentElement.dataset.theme = "dark";
}
