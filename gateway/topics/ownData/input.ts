import { z } from 'zod'
import { emailField } from '../../kit/credentialFields.ts'

export const deleteAccountInput = z.object({ email: emailField })
