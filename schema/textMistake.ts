/** Marks over and under one letter; what is written in earnest has four at most. */
const MOST_MARKS = 5

const BREAKS: Readonly<Record<Layout, RegExp>> = { line: /[\p{Cc}\p{Zl}\p{Zp}]/u, lines: /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]/u }
const UNSEEN = /[\p{M}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Joiners and selectors between marks part nothing. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
const PILE = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u')

type Layout = 'line' | 'lines'

/**
 * What is wrong with a text that people see of others: a name, a reason, a description; null: nothing, and so for an empty one. It must not
 * hide or turn what stands around it, and must be seen itself. The complaint follows the name of the field.
 */
export function textMistake(text: string, layout: Layout = 'line'): string | null {
  if (BREAKS[layout].test(text)) return 'must not contain control characters'
  if (/\p{Bidi_Control}/u.test(text)) return 'must not contain characters that turn the direction of writing'
  if (/\p{Cs}/u.test(text)) return 'must not contain halves of characters'
  if (text !== '' && text.replace(UNSEEN, '') === '') return 'must contain something that can be seen'
  if (PILE.test(text.replace(IGNORED, ''))) return `must not pile more than ${MOST_MARKS} marks on one letter`
  return null
}
