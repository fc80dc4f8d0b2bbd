/** Marks over and under one letter; what is written in earnest has four at most. */
const MOST_MARKS = 5

const BREAKS: Readonly<Record<Layout, RegExp>> = { line: /[\p{Cc}\p{Zl}\p{Zp}]/u, lines: /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]/u }
const UNSEEN = /[\p{M}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Joiners and selectors between marks part nothing. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
const PILE = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u')

/** Scripts that join or part letters by a joiner: those of India and its neighbours, and Arabic, in which Urdu is written. */
const JOINING = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Arab']
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const LETTER = `(?=[\\p{L}\\p{M}])[${JOINING}]`
/** The signs of those scripts that take a letter's vowel away. */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]'
const PICTURE = '\\p{Extended_Pictographic}'

/** What has no width and changes what is seen all the same. */
const JOINED = new RegExp(
  [
    `(?<=${LETTER})[\\u200c\\u200d](?=${LETTER})`,
    // A half letter may end a word.
    `(?<=${VIRAMA})\\u200d`,
    `(?<=${PICTURE})[\\ufe0e\\ufe0f]`,
    // 1️⃣
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    `(?<=[${PICTURE}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=${PICTURE})`,
    // The flags of England, Scotland and Wales are written by tags.
    '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  ].join('|'),
  'gu',
)
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u

type Layout = 'line' | 'lines'

/**
 * What is wrong with a text that people see of others: a name, a reason, a description; null: nothing, and so for an empty one. It must not
 * hide or turn what stands around it, and all of it must be seen, so that what looks alike is alike. The complaint follows the name of the
 * field.
 */
export function textMistake(text: string, layout: Layout = 'line'): string | null {
  if (BREAKS[layout].test(text)) return 'must not contain control characters'
  if (/\p{Bidi_Control}/u.test(text)) return 'must not contain characters that turn the direction of writing'
  if (/\p{Cs}/u.test(text)) return 'must not contain halves of characters'
  if (text !== '' && text.replace(UNSEEN, '') === '') return 'must contain something that can be seen'
  if (PILE.test(text.replace(IGNORED, ''))) return `must not pile more than ${MOST_MARKS} marks on one letter`
  if (HIDDEN.test(text.replace(JOINED, ''))) return 'must not contain characters that nobody can see'
  return null
}
