/** A mail before it has a form. */
export interface Letter {
  readonly to: string
  /** Whose account it is about: a mail that became a file goes with it. Null: it never becomes one. */
  readonly accountId: string | null
  readonly subject: string
  /** Plain text, one or more. */
  readonly paragraphs: readonly string[]
  /** What the reader is to open, when there is something. */
  readonly link: { readonly text: string; readonly url: string } | null
}

/** The text part and the HTML part say the same. */
export function renderLetter({ paragraphs, link }: Letter): { readonly text: string; readonly html: string } {
  const closing = 'Sakha · Your Trading Buddy'
  const text = [...paragraphs, ...(link ? [`${link.text}:\n${link.url}`] : []), closing].join('\n\n')
  const button = link ? `<p><a href="${escape(link.url)}">${escape(link.text)}</a></p><p>${escape(link.url)}</p>` : ''
  const html = `<!doctype html><html lang="en"><body>${paragraphs.map((one) => `<p>${escape(one)}</p>`).join('')}${button}<p>${closing}</p></body></html>`
  return { text: `${text}\n`, html }
}

/** Names are the user's own words, and the reader's mail program must not take them for markup. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
