import { z } from 'zod'
import { LIMITS } from '../../schema/limits.ts'
import { line } from './inputFields.ts'

export const required = (label: string) => z.string({ error: `${label} is required` }).min(1, `${label} is required`)

export const emailField = required('Email')
  .trim()
  .toLowerCase()
  .max(LIMITS.email.max, `Email must be at most ${LIMITS.email.max} characters long`)
  .pipe(z.email('Email is not a valid address'))

export const nameField = line('Full name', LIMITS.name.max)

/** No lower bound: an old password that a new rule would refuse must still open its account. The upper one keeps hashing cheap. */
export const givenPassword = (label: string) =>
  required(label).max(LIMITS.password.max, `${label} must be at most ${LIMITS.password.max} characters long`)

/** A password somebody chooses. Whether it is easily guessed is passwordWeakness()'s question, which knows whose it is. */
export const chosenPassword = (label: string) =>
  givenPassword(label).min(LIMITS.password.min, `${label} must be at least ${LIMITS.password.min} characters long`)

/** A secret that came in a mail or with an answer. */
export const tokenField = (label: string) => required(label).max(200, `${label} is not valid`)
