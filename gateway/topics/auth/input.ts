import { z } from 'zod'
import { chosenPassword, emailField, givenPassword, nameField, required, tokenField } from '../../kit/credentialFields.ts'

export const signupInput = z
  .object({
    name: nameField,
    email: emailField,
    password: chosenPassword('Password'),
    confirmPassword: required('Confirm Password'),
  })
  .refine((input) => input.password === input.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' })

export const loginInput = z.object({ email: emailField, password: givenPassword('Password') })

export const secondFactorInput = z.object({ challenge: tokenField('Challenge'), code: tokenField('Code') })

/** Required where two-factor sign-in is on. */
export const givenCode = tokenField('Code').nullish()

export const reauthenticateInput = z.object({ password: givenPassword('Password'), code: givenCode })

export const logoutInput = z.object({
  refreshToken: z
    .string({ error: 'No refresh token available' })
    .min(1, 'No refresh token available')
    .max(200, 'The refresh token is not valid'),
})

export const refreshInput = logoutInput.extend({
  unattended: z
    .boolean('unattended must be true or false')
    .nullish()
    .describe('True: by a program whose user has left it alone, which does not keep the session from ending for want of use'),
})
