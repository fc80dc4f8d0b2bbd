import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners know the product's tokens by it. */
export const TOKEN_PREFIX = 'sakha_pat_'
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 238 random bits. */
const RANDOM_LETTERS = 40
/** As many as a CRC-32 takes in letters. */
const CHECK_LETTERS = 6
const SHAPE = new RegExp(`^${TOKEN_PREFIX}([0-9A-Za-z]{${RANDOM_LETTERS}})([0-9A-Za-z]{${CHECK_LETTERS}})$`)

/** A new token: the prefix, forty random letters and digits, and six that check them, so a scanner knows a token from a look-alike. */
export function makeTokenText(): string {
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return TOKEN_PREFIX + random + checkOf(random)
}

/** Whether a bearer's text is meant to be a personal token, well-formed or not. */
export function isPersonalToken(text: string): boolean {
  return text.startsWith(TOKEN_PREFIX)
}

/** Whether a text has the form of a token and its check letters are right. */
export function isTokenText(text: string): boolean {
  const [, random = '', check] = SHAPE.exec(text) ?? []
  return check !== undefined && check === checkOf(random)
}

function checkOf(random: string): string {
  let left = crc32(random)
  let text = ''
  for (let i = 0; i < CHECK_LETTERS; i++) {
    text = LETTERS[left % LETTERS.length] + text
    left = Math.floor(left / LETTERS.length)
  }
  return text
}
