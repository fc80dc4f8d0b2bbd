import { LIMITS } from '../limits.ts'
import { passwordWeakness, type PasswordOwner } from './passwordWeakness.ts'

export type StrengthLevel = 'weak' | 'fair' | 'good' | 'strong'

/** How hard a password is to guess, with a sentence for the one who types it. */
export interface PasswordStrength {
  readonly level: StrengthLevel
  readonly text: string
}

/** Below these numbers of bits it is weak, fair, good. */
const BITS = { weak: 28, fair: 45, good: 65 } as const
const CLASSES = [
  { is: /[a-z]/, size: 26 },
  { is: /[A-Z]/, size: 26 },
  { is: /[0-9]/, size: 10 },
  { is: /[ -/:-@[-`{-~]/, size: 33 },
  { is: /[^ -~]/, size: 100 },
] as const

/**
 * Judges a password as it is typed. What the server refuses (passwordWeakness) is weak too. An estimate: each character counts as drawn
 * from the kinds of characters there are; one that continues a repetition or a sequence (aaa, 4567, dcba) counts for next to nothing.
 */
export function passwordStrength(password: string, owner: PasswordOwner): PasswordStrength {
  if (password.length < LIMITS.password.min) return { level: 'weak', text: `At least ${LIMITS.password.min} characters` }
  const weakness = passwordWeakness(password, owner)
  if (weakness !== null) return { level: 'weak', text: weakness }
  const bits = guessingBits(password)
  if (bits < BITS.weak) return { level: 'weak', text: 'Weak: make it longer' }
  if (bits < BITS.fair) return { level: 'fair', text: 'Fair: a few more characters make it good' }
  return bits < BITS.good ? { level: 'good', text: 'Good' } : { level: 'strong', text: 'Strong' }
}

function guessingBits(password: string): number {
  const choices = CLASSES.reduce((sum, { is, size }) => (is.test(password) ? sum + size : sum), 0)
  const codes = Array.from(password, (character) => character.codePointAt(0)!)
  const fresh = codes.filter((code, at) => {
    const step = code - (codes[at - 1] ?? NaN)
    return step !== 0 && !(Math.abs(step) === 1 && step === codes[at - 1]! - (codes[at - 2] ?? NaN))
  })
  return fresh.length * Math.log2(choices)
}
