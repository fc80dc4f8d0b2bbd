import type { Role } from '../../../schema/roles.ts'

/** A change of an account's role. */
export interface RoleChange {
  readonly from: Role
  readonly to: Role
}

const SIGNED_OUT = 'and all devices were signed out'
const ANSWER = 'If you do not know why, reply to this email.'

/** A change of role as the mail about it says it; `notYou`: what to do when the owner did not expect it. */
export function roleWords({ from, to }: RoleChange, notYou: string): { readonly subject: string; readonly text: string } {
  if (to === 'admin')
    return {
      subject: 'You are an admin',
      text: `the operator of this installation made your account an admin, ${SIGNED_OUT}. Admin work needs two-factor sign-in: turn it on in your profile. ${notYou}`,
    }
  if (to === 'analyst')
    return {
      subject: 'You are an analyst',
      text: `the operator of this installation changed the role of your account from ${from} to analyst, ${SIGNED_OUT}. You can read the API's schema and use its playground; this account no longer trades. ${notYou}`,
    }
  return {
    subject: `You are no longer an ${from}`,
    text: `the operator of this installation removed the ${from} role from your account, ${SIGNED_OUT}. You can sign in as a user. ${ANSWER}`,
  }
}
