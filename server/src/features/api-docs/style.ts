/** The colours of the portal. No font of its own, no script: the page is one answer. */
export const style = `
:root{color-scheme:light dark;--ink:#1d2b24;--quiet:#5c665f;--paper:#f7f4ed;--card:#fff;--sunken:#f3efe5;--line:#e4ded0;--green:#1f5a43;--blue:#2a5687;--brick:#9c3a26;--gold:#7a5200}
@media(prefers-color-scheme:dark){:root{--ink:#e9ede8;--quiet:#a5b0a8;--paper:#121a17;--card:#1a2420;--sunken:#141d19;--line:#2c3934;--green:#8ccfb0;--blue:#9cc3ee;--brick:#f0a08e;--gold:#e8bf72}}
*{box-sizing:border-box}html{scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 'Source Sans 3','Segoe UI',-apple-system,Roboto,'Helvetica Neue',Arial,sans-serif}
header,.page{max-width:1180px;margin:auto;padding:16px 24px}header{padding-top:32px}
a{color:var(--green);text-underline-offset:3px}p{margin:0 0 12px;max-width:75ch}
.brand{margin:0;font-weight:600}.brand a{text-decoration:none}h1{margin:0 0 12px;font-size:40px;line-height:1.1;letter-spacing:-.02em}
.lead{font-size:18px}small{color:var(--quiet);font-weight:400;font-size:14px}
.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:16px;background:var(--card);padding:8px 12px;z-index:2}
.page{display:grid;grid-template-columns:220px minmax(0,1fr);gap:40px}
nav{position:sticky;top:0;max-height:100vh;overflow:auto;align-self:start;padding:16px 0}
nav summary{font-weight:600;padding:4px 0}nav ol{list-style:none;margin:0;padding:0}nav h2{font-size:14px;margin:16px 0 4px;letter-spacing:0}
nav a{display:block;padding:3px 8px;margin-left:-8px;border-radius:6px;font-size:14px;line-height:20px;color:var(--ink);text-decoration:none}
nav a:hover{background:var(--sunken);color:var(--green)}
@media(min-width:821px){@supports selector(::details-content){nav summary{display:none}nav details::details-content{content-visibility:visible}}}
main{outline:none;min-width:0}section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:24px;margin-bottom:20px}
section:target{border-color:var(--green)}
h2{margin:0 0 12px;font-size:24px;line-height:1.25;letter-spacing:-.01em}h3{margin:0 0 8px;font-size:19px}h4{margin:20px 0 4px;font-size:15px}
.group{padding:24px 0 8px}.group h2{margin:0}.group p{color:var(--quiet);margin:0}
.call{margin-bottom:8px;overflow-wrap:anywhere}.call b{font:700 13px/1.5 ui-monospace,monospace;margin-right:4px}.get{color:var(--blue)}.post{color:var(--green)}.put{color:var(--gold)}.delete{color:var(--brick)}
.who{color:var(--quiet);font-size:15px}
code,pre{font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}p code,td code{overflow-wrap:anywhere}
pre{overflow:auto;background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin:4px 0 12px;white-space:pre-wrap;overflow-wrap:anywhere}
nav:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--green);outline-offset:2px}
.kind{color:var(--quiet)}
table{border-collapse:collapse;width:100%;font-size:15px;margin-bottom:12px}th,td{text-align:left;vertical-align:top;padding:7px 16px 7px 0;border-top:1px solid var(--line);font-weight:400}
th{width:38%;overflow-wrap:anywhere}
details{margin-bottom:8px}details>summary{cursor:pointer;min-height:28px}summary h4{display:inline;margin:0}
.top{position:fixed;right:16px;bottom:16px;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 14px;display:none}
@media(max-width:820px){header,.page{padding-left:16px;padding-right:16px}.page{display:block}h1{font-size:32px}.lead{font-size:16px}
nav{position:static;max-height:none}nav summary{padding:10px 0}nav a{padding:8px;font-size:15px}nav details{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:0 16px}nav details[open]{padding-bottom:12px}
section{padding:16px}.top{display:block}th,td{display:block;width:auto;padding:2px 0;border:0}th{padding-top:8px;border-top:1px solid var(--line)}td{padding-bottom:8px}}
@media print{nav,.top,.skip{display:none}.page{display:block}}`
