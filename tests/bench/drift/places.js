// Where each target stands now, in CSS px, and whether a press at its middle would reach it.
() => Object.fromEntries([...window.marks].map(([name, { element }]) => {
  const at = element.isConnected ? element.getBoundingClientRect() : { x: 0, y: 0, width: 0, height: 0 };
  const hit = at.width ? document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2) : null;
  const own = element.id && document.querySelector(`label[for="${element.id}"]`), beside = own ? own.getBoundingClientRect() : null;
  return [name, { at: [at.x, at.y, at.width, at.height], reached: !!hit && (element === hit || element.contains(hit)),
    label: beside && ["checkbox", "radio"].includes(element.type) ? [beside.x, beside.y, beside.width, beside.height] : null }];
}))
