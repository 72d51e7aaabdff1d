/** The shadow root isolates these styles; a page may set `--twofold-font`. */
export const style = `
:host{all:initial;display:block;--accent:#1f5b4a;--on:#fff;--ink:#1b2823;--muted:#5a625c;--paper:#fff;--edge:#8c867a;--line:#e3ddd0;--soft:#e1ece5;--sunken:#f4f1ea;--wrong:#97341f;color:var(--ink);font:16px/1.5 var(--twofold-font,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif);text-align:start;color-scheme:light}
:host([data-dark]){--ink:#ebece4;--muted:#a6b1ab;--paper:#1a2425;--edge:#7b8985;--line:#2d3b3c;--soft:#1f3a33;--sunken:#243031;--wrong:#f09a85;--accent:#63bd99;--on:#0d1a16;color-scheme:dark}
*{box-sizing:border-box}[hidden],.unseen:empty{display:none!important}
.root{max-width:34rem}.framed{padding:1.25rem;border:1px solid var(--line);border-radius:10px;background:var(--paper)}
p{margin:0 0 .5rem;overflow-wrap:anywhere}
.title{font-size:1.25rem;font-weight:700;line-height:1.3}
.labelled{margin:0 0 .875rem}
label{display:block;margin-bottom:.25rem;font-weight:600}
.box{position:relative}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--paper);color:inherit;font:inherit}
input[aria-invalid]{border-color:var(--wrong)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul{position:absolute;z-index:9999;inset:100% 0 auto;max-height:16rem;margin:.25rem 0 0;padding:.25rem;overflow-y:auto;list-style:none;border:1px solid var(--edge);border-radius:8px;background:var(--paper);box-shadow:0 8px 24px rgb(0 0 0/.18)}
li{padding:.625rem .75rem;border-radius:6px;cursor:pointer;overflow-wrap:anywhere}
li[aria-selected=true],li:hover{background:var(--sunken);box-shadow:inset 3px 0 var(--accent)}
.hint{color:var(--muted);font-size:.9375rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.problem{margin:.25rem 0 0;color:var(--wrong);font-size:.9375rem}
.outlook:not(:empty){margin:0 0 1rem;padding:.75rem 1rem;border-left:4px solid var(--edge);border-radius:8px;background:var(--sunken)}
.outlook.good{border-color:var(--accent);background:var(--soft)}.outlook>:last-child{margin:0}
.strong{font-weight:700}
a{color:inherit}
.pair{display:grid;gap:0 1rem;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
button:disabled{opacity:.6;cursor:progress}
.person .problem{margin:0 0 .75rem}
dialog .title{margin-bottom:1rem}dialog{width:min(34rem,calc(100vw - 2rem));max-height:calc(100dvh - 2rem);padding:1.5rem;border:0;border-radius:12px;background:var(--paper);color:inherit}
dialog::backdrop{background:rgb(0 0 0/.5)}
.close{float:right;min-height:2.75rem;width:2.75rem;margin:-.75rem -.75rem 0 0;padding:0;background:none;color:inherit;font-size:1.5rem}
@media(forced-colors:active){button,.button,.outlook{border:1px solid}li[aria-selected=true]{outline:2px solid}}
`
