import { UserFacingError } from '../../schema/errors.ts'
import { passwordWeakness } from './passwordWeakness.ts'

/** Throws BAD_USER_INPUT, blaming `field`, for a password that would be guessed at once. */
export function refuseWeakPassword(field: 'password' | 'newPassword', password: string, owner: { name: string; email: string }): void {
  const weakness = passwordWeakness(password, [owner.name, owner.email.replace(/@.*/, ''), owner.email])
  if (weakness !== null) throw new UserFacingError('BAD_USER_INPUT', weakness, { [field]: weakness })
}
