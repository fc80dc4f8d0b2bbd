import type { Transaction } from '../../../prisma/client.ts'
import { MINUTE } from '../../../schema/time.ts'
import { forgiveAttempts, holdAttempts, tryAttempt, uncountAttempt } from '../../security/failedAttempts.ts'
import type { Letter } from './Letter.ts'

/** A link from a known device is not replaced by one that a stranger asked for while its owner is about to follow it. */
const OWN_LINK_STANDS_MS = 15 * MINUTE

export type LinkPurpose = 'reset' | 'verify'

/** Who wants a link mailed. */
export interface Asker {
  /** Where the request came from. */
  readonly address: string
  /** What the request is known by, a device or a session of the very account; null: it may be anybody's. */
  readonly known: string | null
}

/**
 * Whether a link may be mailed to an address now; counts it, in the transaction that the mail is caused by. Addresses receive so many mails
 * that others can bring about. Known devices have a count of their own. Strangers have two, each together with what is sent: one by source,
 * so that a single stranger leaves room for the owner on a new device, and one of all sources. Both wait at most 15 minutes after a mail was
 * sent, half as long as its link works: whoever asks and gets none has one in the mailbox that is still good. What is refused here is refused
 * in silence: the answer has gone before, and is the same.
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

/** After a link was followed: the next one may be asked for at once. */
export async function forgiveLinks(tx: Transaction, purpose: LinkPurpose, to: string): Promise<void> {
  await forgiveAttempts(tx, 'mail', `${purpose} ${to}`)
}

/** A letter about an account, or null when its address is not confirmed and has had its share: it may be that of somebody who never asked. */
export async function noticeTo(
  tx: Transaction,
  { email, emailVerifiedAt }: { readonly email: string; readonly emailVerifiedAt: Date | null },
  letter: Letter,
): Promise<Letter | null> {
  return emailVerifiedAt !== null || (await tryAttempt(tx, 'notice', email)) ? letter : null
}
