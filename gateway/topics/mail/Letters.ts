import type { ConnectResult } from '../../../schema/brokerCommands.ts'
import { SCREENS } from '../../../schema/paths.ts'
import type { TokenScope } from '../../../schema/tokenScopes.ts'
import { greeting } from './greeting.ts'
import type { Letter } from './Letter.ts'
import { roleWords, type RoleChange } from './roleWords.ts'

export interface Addressee {
  /** The account's. */
  readonly id: string
  readonly name: string
  readonly email: string
}

const NOT_YOU = 'If this was not you, reset your password at once: on the sign-in page, choose "Forgot password".'

/** Every mail the product writes. The host of their links is configured: a request's own Host header has no say in it. */
export class Letters {
  readonly #publicUrl: string
  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl.replace(/\/+$/, '')
  }

  /** To confirm the account's address, or its new one. */
  verifyEmail({ id, name, email }: Addressee, token: string): Letter {
    return {
      ...{ to: email, accountId: id },
      subject: 'Confirm your e-mail address',
      paragraphs: [
        greeting(name),
        'please confirm that this address is yours. The link works once, for 30 minutes.',
        'If you did not ask for this, do nothing.',
      ],
      link: this.#link('Confirm the address', SCREENS.verifyEmail, token),
    }
  }

  resetPassword({ id, name, email }: Addressee, token: string): Letter {
    return {
      ...{ to: email, accountId: id },
      subject: 'Reset your password',
      paragraphs: [
        greeting(name),
        'with this link you choose a new password. The link works once, for 30 minutes. Using it signs out all devices.',
        'If you did not ask for this, do nothing: your password stays as it is.',
      ],
      link: this.#link('Choose a new password', SCREENS.resetPassword, token),
    }
  }

  /** To the holder of an address that somebody else wants for another account. */
  addressTaken(to: Addressee): Letter {
    return this.#notice(
      to,
      'Someone tried to use your email address',
      'someone tried to use this address for another account. That is not possible while it belongs to yours. Nothing was changed.',
    )
  }

  passwordChanged(to: Addressee): Letter {
    return this.#notice(to, 'Your password was changed', `your password was changed, and all devices were signed out. ${NOT_YOU}`)
  }

  /** To the old address. */
  emailChanged(to: Addressee, newEmail: string): Letter {
    const text = `the e-mail address of your account is ${newEmail} from now on. If this was not you, reply to this email at once.`
    return this.#notice(to, 'Your e-mail address was changed', text)
  }

  twoFactorChanged(to: Addressee, on: boolean): Letter {
    const change = on ? 'is now on: signing in needs a code from your authenticator' : 'is now off: signing in needs only your password'
    return this.#notice(to, `Two-factor sign-in was turned ${on ? 'on' : 'off'}`, `two-factor sign-in ${change}. ${NOT_YOU}`)
  }

  recoveryCodeUsed(to: Addressee, left: number): Letter {
    return this.#notice(
      to,
      'A recovery code was used',
      `someone signed in to your account with a recovery code; ${left} are left. ${NOT_YOU}`,
    )
  }

  recoveryCodesRenewed(to: Addressee): Letter {
    return this.#notice(
      to,
      'New recovery codes',
      `new recovery codes were created for your account; the old ones no longer work. ${NOT_YOU}`,
    )
  }

  /** Without its name, which is whatever its maker typed. */
  accessTokenMade(to: Addressee, scopes: readonly TokenScope[]): Letter {
    const text = `an access token was created for your account. Anyone who has it can read (${scopes.join(', ')}) and change nothing. If this was not you, revoke it under "Access tokens" in your profile, and reset your password at once: on the sign-in page, choose "Forgot password".`
    return this.#notice(to, 'An access token was created', text)
  }

  /** `what` was set up, to send `where`. */
  channelSetUp(to: Addressee, what: string, where: string): Letter {
    const text = `${what} was set up for your account: the notifications you chose are sent to ${where} from now on. If this was not you, remove it under "Notification Settings" in your profile, and reset your password at once: on the sign-in page, choose "Forgot password".`
    return this.#notice(to, `${what} was set up`, text)
  }

  /** `connected`: the account that was, and the other one in whose place it came, by the last characters of their client codes; null: one was disconnected. */
  brokerChanged(to: Addressee, connected: ConnectResult | null): Letter {
    if (connected === null) {
      const text = `your account at the broker was disconnected, and everything kept for signing in there was deleted. ${NOT_YOU}`
      return this.#notice(to, 'Your broker was disconnected', text)
    }
    const { ending, replaced } = connected
    if (replaced === null) {
      const text = `your account at the broker with a client code that ends in ${ending} was connected: strategies can trade on it when you let them. ${NOT_YOU}`
      return this.#notice(to, 'Your broker was connected', text)
    }
    const text = `another account at the broker was connected: the one whose client code ends in ${ending}, in place of the one that ends in ${replaced}. Live orders go there from now on. ${NOT_YOU}`
    return this.#notice(to, 'Another account at the broker was connected', text)
  }

  sessionTokenReused(to: Addressee, device: string): Letter {
    return this.#notice(
      to,
      'A session was ended for safety',
      `the same session was used by two devices (signed in on: ${device || 'unknown device'}), so we ended it. Someone else may have a copy of its secret. ${NOT_YOU}`,
    )
  }

  /** A notification by mail. */
  notification(
    { id, name, email }: Addressee,
    { title, text, link }: { readonly title: string; readonly text: string; readonly link: string },
  ): Letter {
    return {
      ...{ to: email, accountId: id },
      subject: title,
      paragraphs: [greeting(name), text, 'You chose to get this by email; you can change that in your profile.'],
      link: { text: 'Open it', url: `${this.#publicUrl}${link}` },
    }
  }

  /** `reason`: in the words of the actor; null: none was requested. */
  roleChanged(to: Addressee, change: RoleChange, reason: string | null): Letter {
    const { subject, text } = roleWords(change, NOT_YOU)
    return this.#notice(to, subject, withReason(text, reason))
  }

  /** By the operator. */
  accountSwitched(to: Addressee, disabled: boolean, reason: string | null): Letter {
    const text = disabled
      ? 'the operator of this installation disabled your account: all devices were signed out, nobody can sign in, and no new trades are opened. Open trades run to their own exit. If you do not know why, reply to this email.'
      : 'the operator of this installation enabled your account again: you can sign in as before, and new trades are opened from the next signal.'
    return this.#notice(to, `Your account was ${disabled ? 'disabled' : 'enabled again'}`, withReason(text, reason))
  }

  /** By an admin or the operator; lifted: what its owner has stopped himself stays stopped. */
  accountStopped(to: Addressee, did: 'STOPPED' | 'SQUARED_OFF' | 'LIFTED', reason: string): Letter {
    const told = {
      STOPPED:
        'stopped your trading: no new trades are opened, on paper and live. Open trades run to their own exit. Only an admin can lift it.',
      SQUARED_OFF:
        'stopped your trading and is squaring off all your open trades at the market, on paper and live. No new trades are opened. Only an admin can lift it.',
      LIFTED:
        'lifted the stop of your trading: new trades are opened again from the next signal, unless you have stopped your trading yourself.',
    } as const
    const subject = did === 'LIFTED' ? 'Your trading is allowed again' : 'Your trading was stopped'
    return this.#notice(to, subject, withReason(`an admin of this installation ${told[did]}`, reason))
  }

  /** By an admin. */
  sessionsEnded(to: Addressee, reason: string): Letter {
    const text = 'an admin of this installation signed out all your devices. You can sign in again.'
    return this.#notice(to, 'All your devices were signed out', withReason(text, reason))
  }

  /** The last one: a file of it would reveal whose account it was. */
  accountDeleted(to: Addressee): Letter {
    const text = 'your account was deleted, as you asked. Thank you for using Sakha.'
    return { ...this.#notice(to, 'Your account was deleted', text), accountId: null }
  }

  #notice({ id, name, email }: Addressee, subject: string, text: string): Letter {
    return { to: email, accountId: id, subject, paragraphs: [greeting(name), text], link: null }
  }

  /** The token follows the #: browsers never send that part to a server, so no log has it. */
  #link(text: string, path: string, token: string): Letter['link'] {
    return { text, url: `${this.#publicUrl}${path}#token=${token}` }
  }
}

function withReason(text: string, reason: string | null): string {
  return reason === null ? text : `${text} Reason: ${reason}`
}
