import { z } from 'zod'
import { id, versionNumber } from '../../kit/inputFields.ts'

export const readinessInput = z.object({ id: id('id') })
export const acceptInput = z.object({ version: versionNumber })
