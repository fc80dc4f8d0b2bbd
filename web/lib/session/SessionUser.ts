/** The signed-in user as the shell needs them. */
export interface SessionUser {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'user' | 'admin'
}
