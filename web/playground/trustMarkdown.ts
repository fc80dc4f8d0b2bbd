/** What GraphiQL's Markdown renderer and its editor make; everything else is refused. */
const TAGS = 'a|blockquote|br|code|del|div|em|h[1-6]|hr|li|ol|p|pre|s|span|strong|table|tbody|td|th|thead|tr|ul'
const HARMLESS = new RegExp(`^(?:[^<]|</?(?:${TAGS})(?: (?:class|href|title|target|rel)="[^"<>]*")* ?/?>)*$`, 'i')
const SCRIPT_ADDRESS = /href="\s*(?:javascript|data|vbscript):/i

interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createHTML: (text: string) => string }): unknown
}

/**
 * Lets this page turn the schema's descriptions, which GraphiQL renders from Markdown, into markup: of a few harmless elements, and nothing
 * else. The page's content policy allows no other way, and none for scripts. Browsers without Trusted Types go without.
 */
export function trustMarkdown(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: harmlessMarkup })
}

/** The text itself. Throws when it is more than harmless markup. */
export function harmlessMarkup(text: string): string {
  if (!HARMLESS.test(text) || SCRIPT_ADDRESS.test(text)) throw new TypeError('This markup is not allowed here.')
  return text
}
