import { z } from 'zod'
import { emailField } from '../server/credentialFields.ts'

export const deleteAccountInput = z.object({ email: emailField })
