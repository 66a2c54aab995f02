/** A function that blanks these secrets out of a text, in the forms in which a provider may echo them. */
export function concealer(secrets: readonly (string | null | undefined)[]): (text: string) => string {
  const forms = secrets
    .filter((secret) => typeof secret === "string" && secret !== "")
    .flatMap((secret) => [secret as string, encodeURIComponent(secret as string), btoa(encodeBytes(secret as string))]);
  return (text) => forms.reduce((shown, form) => shown.replaceAll(form, "***"), text);
}

/** btoa takes characters up to 255 only. */
function encodeBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
