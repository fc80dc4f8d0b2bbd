import { UserFacingError } from '../../schema/errors.ts'
import { passwordWeakness, type PasswordOwner } from '../../schema/passwords/passwordWeakness.ts'

/** Throws BAD_USER_INPUT, blaming `field`, for a password that would be guessed at once. */
export function refuseWeakPassword(field: 'password' | 'newPassword', password: string, owner: PasswordOwner): void {
  const weakness = passwordWeakness(password, owner)
  if (weakness !== null) throw new UserFacingError('BAD_USER_INPUT', weakness, { [field]: weakness })
}
