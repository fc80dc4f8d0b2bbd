import { COMMON_PASSWORDS } from './commonPasswords.ts'

/** Shorter parts of a name turn up in good passwords by chance. */
const SHORTEST_PART = 4

/** What anybody may know of the one who chooses a password. */
export interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/** What stands for a letter where people dress up a word; 1 is i or l. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
/** Words of the product and of its trade, which come to mind first here: alone, in a row, or with digits and marks. */
const DOMAIN_WORDS =
  /^(?:\P{L}|sakha|trad(?:e|er|ers|es|ing)|buddy|nifty|bank|fin|sensex|mid|cap|cpnifty|bankex|options?|futures?|stocks?|shares?|markets?|invest(?:or|ing|ment)?|broker|demat|intraday|bulls?|bears?|bullish|bearish|calls?|puts?|strike|expiry|money|profits?|rupees?|crores?|lakhs?|angel|zerodha|kite|algo|smart|api|india)+$/u

/** Why a new password would be guessed at once; null when it would not. */
export function passwordWeakness(password: string, { name, email }: PasswordOwner): string | null {
  const personal = [name, email.replace(/@.*/, ''), email]
  const guess = password.toLowerCase()
  const wholes = [guess, undressed(guess, 'i'), undressed(guess, 'l')]
  // Everyone ends passwords with digits and marks, before or after dressing up the word.
  const forms = wholes.concat(
    withoutEnd(guess),
    undressed(withoutEnd(guess), 'i'),
    undressed(withoutEnd(guess), 'l'),
    wholes.map(withoutEnd),
  )
  if (forms.some((form) => COMMON_PASSWORDS.has(form)))
    return 'This password is among the most used ones, which are tried first. Choose one that only you would think of'
  if (new Set(guess).size < 3) return 'This password repeats the same characters. Choose one that is harder to guess'
  if (forms.some((form) => form.includes('sakha'))) return 'The password must not contain the name of this product'
  if (wholes.some((form) => /[a-z]/.test(form) && DOMAIN_WORDS.test(form)))
    return 'The password must not consist of trading words alone, because they are tried first here. Add something that only you would think of'
  const parts = personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= SHORTEST_PART)
  const whole = personal.map((text) => text.toLowerCase())
  if ([...parts, ...whole].some((known) => known !== '' && forms.includes(known)))
    return 'The password must not be your name or your e-mail address'
  return null
}

function withoutEnd(form: string): string {
  return form.replace(/[^a-z]+$/, '')
}

/** What a guesser reads a password as: "p@ssw0rd" is "password". `one`: what 1 stands for. */
function undressed(form: string, one: string): string {
  return form.replace(/[@4830!$571]/g, (mark) => (mark === '1' ? one : STANDS_FOR[mark]!))
}
