const LONGEST = 40

/**
 * How a mail begins. A name is whatever its account's creator typed, and the address may belong to somebody who never asked for a mail:
 * only characters of names are kept, so that no link, number or sentence of a stranger's stands in the product's mail.
 */
export function greeting(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M} .'’-]+/gu, ' ')
    // "A. Rao" and "A.P.J. Kalam", but no host: mail programs make a link of it.
    .replace(/\.(?=[\p{L}\p{M}]{2})/gu, ' ')
    .split(' ')
    .filter((word) => /\p{L}/u.test(word))
    .join(' ')
  const cut = Array.from(words).slice(0, LONGEST).join('').trim()
  return cut === '' ? 'Hello,' : `Hello ${cut},`
}
