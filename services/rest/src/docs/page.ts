import { createHash } from "node:crypto";
import { escapeHtml } from "./html.ts";
import { STYLE } from "./style.ts";

/**
 * Headers of every page: nothing is loaded from anywhere, no script runs, and the one
 * style sheet is the one in the page.
 */
export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "public, max-age=300",
};

/** A whole page around a navigation and its content, both HTML. */
export function page(title: string, navigation: string, content: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>`,
    '<a class="skip" href="#content">Skip to content</a>',
    `<nav aria-label="Contents">${navigation}</nav><main id="content">${content}</main></body></html>`,
  ].join("");
}
