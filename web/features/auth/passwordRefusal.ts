import { LIMITS } from '../../../schema/limits.ts'

/** What is wrong with a new password before the server is asked; null when nothing. */
export function passwordRefusal(password: string, confirmPassword: string): string | null {
  if (password !== confirmPassword) return 'Passwords do not match'
  if (password.length < LIMITS.password.min) return `Password must be at least ${LIMITS.password.min} characters long`
  return null
}
