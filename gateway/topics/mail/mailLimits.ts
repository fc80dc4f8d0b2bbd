import type { Transaction } from '../../../prisma/client.ts'
import { MINUTE } from '../../../schema/time.ts'
import { forgiveAttempts, holdAttempts, tryAttempt, uncountAttempt } from '../../security/failedAttempts.ts'
import type { Letter } from './Letter.ts'

/** A stranger's request does not replace a link that a known device just requested and its owner is about to follow. */
const OWN_LINK_STANDS_MS = 15 * MINUTE

export type LinkPurpose = 'reset' | 'verify'

/** Who requests a link by mail. */
export interface Asker {
  /** Where the request came from. */
  readonly address: string
  /** What identifies the caller, a device or a session of this account; null: it may be anybody's. */
  readonly known: string | null
}

/**
 * Whether a link may be mailed to an address now; counts it, in the transaction that causes the mail. Others can cause only so many mails
 * to an address. Known devices have their own count. Strangers have two, one per source, so that a single stranger leaves room for the
 * owner on a new device, and one for all sources; both include what is sent. Both wait at most 15 minutes after a mail, half the life of
 * its link: a refused caller still has a valid link in the mailbox. A refusal is silent: the answer went out before, and is the same.
 */
export async function takeLink(tx: Transaction, purpose: LinkPurpose, to: string, { address, known }: Asker): Promise<boolean> {
  const all = `${purpose} ${to}`
  if (known !== null) {
    if (!(await tryAttempt(tx, 'knownMail', `${all} ${known}`))) return false
    await holdAttempts(tx, 'mail', all, OWN_LINK_STANDS_MS)
    return true
  }
  const source = `${all} ${address}`
  if (!(await tryAttempt(tx, 'mailFrom', source))) return false
  if (await tryAttempt(tx, 'mail', all)) return true
  // Every wait begins with a mail.
  await uncountAttempt(tx, 'mailFrom', source)
  return false
}

/** After a link was followed: the next one may be requested at once. */
export async function forgiveLinks(tx: Transaction, purpose: LinkPurpose, to: string): Promise<void> {
  await forgiveAttempts(tx, 'mail', `${purpose} ${to}`)
}

/**
 * A letter about an account, or null when its address is unconfirmed and has used up its share: its holder may never have asked for a mail.
 */
export async function noticeTo(
  tx: Transaction,
  { email, emailVerifiedAt }: { readonly email: string; readonly emailVerifiedAt: Date | null },
  letter: Letter,
): Promise<Letter | null> {
  return emailVerifiedAt !== null || (await tryAttempt(tx, 'notice', email)) ? letter : null
}
