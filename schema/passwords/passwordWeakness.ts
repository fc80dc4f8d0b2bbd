import { COMMON_PASSWORDS } from './commonPasswords.ts'

/** Shorter parts of a name turn up in good passwords by chance. */
const SHORTEST_PART = 4

/** What anybody may know of the one who chooses a password. */
export interface PasswordOwner {
  readonly name: string
  readonly email: string
}

/** Why a new password would be guessed at once; null when it would not. */
export function passwordWeakness(password: string, { name, email }: PasswordOwner): string | null {
  const personal = [name, email.replace(/@.*/, ''), email]
  const guess = password.toLowerCase()
  // "Password1!" is "password" to whoever guesses: everyone ends passwords with digits and marks.
  const core = guess.replace(/[^a-z]+$/, '')
  if (COMMON_PASSWORDS.has(guess) || COMMON_PASSWORDS.has(core))
    return 'This password is among the most used ones, which are tried first. Choose one that only you would think of'
  if (new Set(guess).size < 3) return 'This password repeats the same characters. Choose one that is harder to guess'
  if (core.includes('sakha') || core === 'tradingbuddy') return 'The password must not contain the name of this product'
  const parts = personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length >= SHORTEST_PART)
  const whole = personal.map((text) => text.toLowerCase())
  if ([...parts, ...whole].some((known) => known !== '' && (known === core || known === guess)))
    return 'The password must not be your name or your e-mail address'
  return null
}
