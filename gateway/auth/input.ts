import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'

const required = (label: string) => z.string({ error: `${label} is required` }).min(1, `${label} is required`)
const email = required('Email')
  .trim()
  .toLowerCase()
  .max(LIMITS.email.max, `Email must be at most ${LIMITS.email.max} characters long`)
  .pipe(z.email('Email is not a valid address'))

export const signupInput = z
  .object({
    name: required('Full name')
      .trim()
      .min(LIMITS.name.min, 'Full name is required')
      .max(LIMITS.name.max, `Full name must be at most ${LIMITS.name.max} characters long`)
      .regex(/^\P{Cc}*$/u, 'Full name must not contain control characters'),
    email,
    password: required('Password')
      .min(LIMITS.password.min, `Password must be at least ${LIMITS.password.min} characters long`)
      .max(LIMITS.password.max, `Password must be at most ${LIMITS.password.max} characters long`),
    confirmPassword: required('Confirm Password'),
  })
  .refine((input) => input.password === input.confirmPassword, { path: ['confirmPassword'], message: 'Passwords do not match' })

/** No length rule here: an old password that a new rule would refuse must still open its account. The bound only keeps hashing cheap. */
export const loginInput = z.object({
  email,
  password: required('Password').max(LIMITS.password.max, `Password must be at most ${LIMITS.password.max} characters long`),
})

export const refreshInput = z.object({
  refreshToken: z
    .string({ error: 'No refresh token available' })
    .min(1, 'No refresh token available')
    .max(200, 'The refresh token is not valid'),
})
