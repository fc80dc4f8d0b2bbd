/** What looks like a secret whatever stands around it. */
const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/],
  ['AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60})/],
  ['Sakha access token', /\bsakha_pat_[0-9A-Za-z]{46}\b/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Slack token', /\bxox[abprs]-[A-Za-z0-9-]{20}/],
  ['Google key', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20}/],
  ['Telegram bot token', /(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{33}\b/],
  ['signed token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
]
/** A name that says secret, and a text that is given to it. */
const ASSIGNED =
  /(?:secret|token|passw(?:or)?d|api_?-?key|private_?-?key|seed|credential)\w*["'`]?\s*(?:[:=]|=>)\s*["'`]([A-Za-z0-9+/_=-]{20,})["'`]/i
/** `scheme://user:password@host` */
const IN_ADDRESS = /\b[a-z][a-z0-9+]+:\/\/[^\s:/@'"`]+:([A-Za-z0-9+/_=%-]{16,})@/i
/** Made up for tests, in the shape of the real thing. */
const MADE_UP = ['123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc']
/** Bits a character of a random text; words and made-up examples stay below. */
const CHANCE = 3.6

export interface FoundSecret {
  /** From 1. */
  readonly line: number
  readonly kind: string
}

/** What looks like a secret in a text: keys and tokens of known shapes, and random texts where a password, token or key is named. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const real = MADE_UP.reduce((left, known) => left.replaceAll(known, ''), text)
  return real.split('\n').flatMap((content, i) => {
    const kind = kindOf(content)
    return kind === null ? [] : [{ line: i + 1, kind }]
  })
}

function kindOf(line: string): string | null {
  const shape = SHAPES.find(([, pattern]) => pattern.test(line))
  if (shape) return shape[0]
  if (isOfChance(ASSIGNED.exec(line)?.[1])) return 'secret in a setting'
  return isOfChance(IN_ADDRESS.exec(line)?.[1]) ? 'password in an address' : null
}

/** Shannon's entropy: how unlike each other the characters are. */
function isOfChance(text: string | undefined): boolean {
  if (text === undefined || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits >= CHANCE
}
