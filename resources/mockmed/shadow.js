// A form inside a shadow root, open or closed as its element says.

const CONTENT = `
  <link rel="stylesheet" href="frames/frames.css">
  <label for="field"></label>
  <input id="field" name="field" type="text" autocomplete="off" spellcheck="false">
  <button id="send" type="button"></button>
  <p id="answer" role="status"></p>`;

class PracticeForm extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: this.dataset.mode });
    root.innerHTML = CONTENT;
    root.querySelector("label").textContent = this.dataset.label;
    const send = root.querySelector("button");
    send.textContent = this.dataset.button;
    send.addEventListener("click", () => {
      root.querySelector("p").textContent = `Sent: ${root.querySelector("input").value}`;
    });
  }
}

customElements.define("practice-form", PracticeForm);
