/** The content of a mail, before formatting. */
export interface Letter {
  readonly to: string
  /** The account it is about: a mail kept as a file is deleted with it. Null: it is never kept as a file. */
  readonly accountId: string | null
  readonly subject: string
  /** Plain text, at least one. */
  readonly paragraphs: readonly string[]
  /** The link to open, if any. */
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

/** Names are user input, and the reader's mail program must not take them for markup. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
