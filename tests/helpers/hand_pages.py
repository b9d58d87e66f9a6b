"""Pages for recordings by hand, one for each kind of thing that recorders are reported to get wrong, served locally."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FIELDS = """
<form onsubmit="document.title = 'sent'; return false">
  <p><label>Mail <input id=mail></label> <label>Filled <input id=filled value="old text"></label></p>
  <p><label>City <input id=city value="Ber"></label> <label>Phone <input id=phone></label></p>
  <p><label>Count <input type=number id=count></label> <label>Born <input type=date id=born></label></p>
  <p><label>From <input type=datetime-local id=from></label> <label>At <input type=time id=at></label></p>
  <p><label>Story <textarea id=story rows=4></textarea></label> <label>Chat <textarea id=chat></textarea></label></p>
</form>
<div id=plain contenteditable aria-label="Plain editor">&nbsp;</div>
<button type=button>Wrap <span id=inbutton contenteditable aria-label="Button editor" style="display:inline-block;width:200px"></span></button>
<div id=own contenteditable aria-label="Own editor" style="min-height:1em;border:1px solid"></div>
<ul id=sent></ul>
<script>
  phone.addEventListener('input', () => {
    const d = phone.value.replace(/\\D/g, '').slice(0, 10);
    phone.value = d.length > 6 ? `(${d.slice(0,3)}) ${d.slice(3,6)}-${d.slice(6)}` : d.length > 3 ? `(${d.slice(0,3)}) ${d.slice(3)}` : d;
  });
  chat.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter' || e.shiftKey) return;
    e.preventDefault();
    sent.append(Object.assign(document.createElement('li'), { textContent: chat.value, style: 'white-space:pre' }));
    chat.value = '';
  });
  own.addEventListener('keydown', (e) => {
    if (e.key.length !== 1 || e.ctrlKey) return;
    e.preventDefault();
    own.textContent += e.key.toUpperCase();
  });
</script>
"""

CHOICES = """
<p><label for=size>Size</label> <select id=size><option>Small<option>Medium<option>Large<option>Extra large</select></p>
<p><label>Colour <input id=colour autocomplete=off role=combobox></label></p><ul id=hits role=listbox></ul>
<p><button type=button id=fruit>Fruit</button></p>
<div id=fruits hidden tabindex=-1><div role=option>Apple</div><div role=option>Pear</div></div>
<p><label><input type=checkbox id=agree> I agree</label> <label><input type=radio name=r> One</label>
<label><input type=radio name=r> Two</label></p>
<p><input type=file id=doc style="display:none" aria-label="Document"><button type=button onclick="doc.click()">Attach a file</button></p>
<p id=out></p>
<script>
  const names = ['Dark red', 'Dark green', 'Light red', 'Light blue'];
  let timer;
  colour.oninput = () => { clearTimeout(timer); timer = setTimeout(() => {
    hits.replaceChildren(...names.filter((n) => n.toLowerCase().includes(colour.value.toLowerCase())).map((n) => {
      const li = Object.assign(document.createElement('li'), { textContent: n });
      li.setAttribute('role', 'option');
      li.onclick = () => { colour.value = n; hits.replaceChildren(); };
      return li;
    })); }, 120); };
  fruit.onclick = () => { fruits.hidden = false; fruits.focus(); };
  fruits.onblur = () => { fruits.hidden = true; };
  fruits.onmousedown = (e) => { fruit.textContent = e.target.textContent; fruits.hidden = true; };
  doc.onchange = () => { out.textContent = doc.files[0].name; };
</script>
"""

POINTER = """
<style>
  .menu ul { display: none; position: absolute; background: #eee; margin: 0 } .menu:hover ul { display: block }
  #track { width: 300px; height: 20px; background: #ccc; position: relative }
  #knob { width: 20px; height: 20px; background: #36c; position: absolute; left: 0 }
  #box { height: 120px; overflow: auto; width: 300px; border: 1px solid } #zone { width: 200px; height: 60px; background: #dfd }
</style>
<div class=menu style="width:120px"><a href="#m" role=menuitem>File</a><ul><li><button onclick="say('exported')">Export</button></li></ul></div>
<p style="margin-top:60px"><button id=more>More</button></p><div id=pop></div>
<p><button ondblclick="say('double')">Twice</button> <button oncontextmenu="say('context'); return false">Right</button></p>
<div id=track><div id=knob role=slider aria-label=Level tabindex=0></div></div>
<p><label>Volume <input type=range id=volume min=0 max=100 value=0></label></p>
<p><span id=card draggable=true role=button>Card</span></p><div id=zone role=region aria-label=Zone>Zone</div>
<div id=box><div style="height:900px">Top</div><button onclick="say('deep')">Deep</button></div>
<p id=out></p>
<script>
  const say = (text) => { out.textContent = text; };
  let held = null;
  knob.onpointerdown = (e) => { held = e.clientX - knob.offsetLeft; knob.setPointerCapture(e.pointerId); };
  knob.onpointermove = (e) => { if (held !== null) knob.style.left = Math.max(0, Math.min(280, e.clientX - held)) + 'px'; };
  knob.onpointerup = () => { held = null; say('level ' + parseInt(knob.style.left)); };
  more.onmouseenter = () => setTimeout(() => { pop.innerHTML = '<button onclick="say(\\'printed\\')">Print</button>'; }, 150);
  card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
  zone.ondragover = (e) => e.preventDefault();
  zone.ondrop = (e) => { e.preventDefault(); zone.append(card); say('dropped'); };
</script>
"""

WINDOWS = """
<p><a href="/fields">Fields</a> <button onclick="window.open('/popup')">Open popup</button></p>
<p><button onclick="say(confirm('Delete it?') ? 'deleted' : 'kept')">Delete</button></p>
<p><button onclick="say('here')">Here</button></p><p id=out></p>
<script>function say(text) { out.textContent = text; }</script>
"""

POPUP = """<label>Reason <input id=reason></label><button onclick="opener.say(reason.value); close()">Done</button>
<button onclick="document.title='stay'">Stay</button>"""

FRAMES = """
<iframe src="/frame1" name=outer width=400 height=220></iframe>
<iframe src="{other}/foreign" title="Elsewhere" width=400 height=120></iframe>
<open-box></open-box><closed-box></closed-box>
<script>
  customElements.define('open-box', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<button>In the open</button>'; } });
  customElements.define('closed-box', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'closed' }).innerHTML = '<button>In the closed</button>'; } });
</script>
"""

SECRETS = """
<form onsubmit="event.preventDefault(); tries.textContent = (+tries.textContent || 0) + 1; pw.value = ''">
  <p><label>Password <input type=password id=pw></label>
  <button type=button onclick="pw.type = pw.type === 'password' ? 'text' : 'password'">Show</button></p>
  <p><label>Verification code <input id=code></label> <label>Pay with <input id=pay></label> <label>Nick <input id=nick></label></p>
  <p><button>Go</button> Tries <b id=tries></b></p>
</form>
"""

RANDOM = """<div id=root></div><script>
  const id = () => 'f' + Math.random().toString(36).slice(2, 10);
  for (const name of ['First', 'Second']) {
    const label = id(), own = id();
    root.insertAdjacentHTML('beforeend', `<p><label id=${label}>${name} name</label>
      <input id=${own} aria-labelledby=${label} placeholder="e.g. ${Math.floor(Math.random() * 1e6)}" aria-describedby=${id()}></p>`);
  }
  root.insertAdjacentHTML('beforeend', '<button id=' + id() + '>Keep</button>');
</script>"""

PAGES = {
    "/fields": FIELDS,
    "/choices": CHOICES,
    "/pointer": POINTER,
    "/windows": WINDOWS,
    "/popup": POPUP,
    "/frames": FRAMES,
    "/frame1": '<p>Outer</p><iframe src="/frame2" id=middle width=360 height=140></iframe>',
    "/frame2": '<iframe src="/frame3" title=Inner width=320 height=80></iframe>',
    "/frame3": "<button onclick=\"this.textContent='Pressed'\">Deep inside</button>",
    "/foreign": "<label>Abroad <input></label> <button>Go abroad</button>",
    "/secrets": SECRETS,
    "/random": RANDOM,
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """One of the pages."""
        page = PAGES.get(self.path.split("?")[0])
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        other = f"http://localhost:{self.server.server_address[1]}"  # type: ignore[attr-defined]
        title = self.path.strip("/").split("?")[0].title()
        self.wfile.write(f"<!doctype html><title>{title}</title>{(page or '').replace('{other}', other)}".encode())

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def hand_pages() -> Iterator[str]:
    """Serves the pages; their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
