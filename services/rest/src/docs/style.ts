/** The style sheet of the reference, set inside each page. */
export const STYLE = `
:root{color-scheme:light dark;--text:#1c1e21;--soft:#5b6168;--line:#dfe2e6;--back:#fff;--panel:#f6f7f9;--accent:#1755c2;
--get:#14603c;--post:#1755c2;--patch:#8a5a00;--delete:#a51d2d}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#a2a9b1;--line:#343a41;--back:#15181c;--panel:#1d2126;--accent:#84b1ff;
--get:#6fd0a0;--post:#84b1ff;--patch:#e8b95b;--delete:#ff8d98}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr);color:var(--text);background:var(--back);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
nav{border-right:1px solid var(--line);padding:1.5rem 1.25rem;position:sticky;top:0;height:100vh;overflow:auto;font-size:.9rem}
nav ul{list-style:none;margin:.25rem 0 1rem;padding:0}
nav li{margin:.2rem 0;overflow-wrap:anywhere}
nav h2,nav summary{font-size:.8rem;font-weight:600;margin:1rem 0 .25rem;padding:0;border:0;color:var(--soft);letter-spacing:.03em}
nav summary{cursor:pointer}
nav a{text-decoration:none}nav a:hover{text-decoration:underline}
main{padding:2rem 2.5rem 6rem;max-width:60rem}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h1{font-size:1.9rem;line-height:1.2;margin:.2rem 0 1rem}
h2{font-size:1.35rem;margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.15rem;margin:2.5rem 0 .35rem}
.route{margin:.25rem 0 .75rem}
h4{font-size:.95rem;margin:1.25rem 0 .35rem}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
code{background:var(--panel);border-radius:3px;padding:.1em .3em;overflow-wrap:anywhere}
pre{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.9rem 1rem;overflow-x:auto}
pre code{background:none;padding:0}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
.plain td:first-child{white-space:nowrap}
.fields{table-layout:fixed}.fields th:first-child{width:30%}.fields th:nth-child(2){width:18%}
.fields td{overflow-wrap:anywhere}
td p{margin:0 0 .35rem}
.soft{color:var(--soft)}
.verb{font:600 .8em ui-monospace,SFMono-Regular,Menlo,monospace;margin-right:.4em}
.verb.get{color:var(--get)}.verb.post{color:var(--post)}.verb.patch{color:var(--patch)}.verb.delete{color:var(--delete)}
:target{scroll-margin-top:1rem;background:var(--panel)}
.skip{position:absolute;left:-9999px}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem}
@media (max-width:52rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}
main{padding:1.25rem 1rem 4rem}.plain thead{position:absolute;left:-9999px}.plain tr{display:block;border-bottom:1px solid var(--line);padding:.5rem 0}
.plain td{display:inline-block;border:0;padding:0 .75rem .1rem 0}.plain td:first-child,.plain td:last-child{display:block}
.fields th:first-child{width:36%}.fields th:nth-child(2){width:20%}}
@media print{nav,.skip{display:none}body{display:block}}
`;
