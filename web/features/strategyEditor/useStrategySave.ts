import { CombinedGraphQLErrors } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import { describeError } from '../../gql/describeError.ts'
import { CreateStrategyDocument, UpdateStrategyDocument, type ManagedStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import type { FieldErrors, FieldsInput } from './readFields.ts'

/** Stores a strategy, new (null) or edited, and reports the outcome. */
export function useStrategySave(existing: ManagedStrategyPartsFragment | null) {
  const [create, { loading: creating }] = useMutation(CreateStrategyDocument)
  const [update, { loading: updating }] = useMutation(UpdateStrategyDocument)
  const [refused, setRefused] = useState<FieldErrors>({})
  /** Somebody else has changed it since it was loaded here: in the server's words. */
  const [conflict, setConflict] = useState<string | null>(null)

  async function store(input: FieldsInput & { rules: RuleSource }): Promise<string | null> {
    if (existing) {
      const { data } = await update({ variables: { id: existing.id, updatedAt: existing.updatedAt, input } })
      toast.success('Strategy updated successfully!')
      return data?.updateStrategy.id ?? null
    }
    const { data } = await create({ variables: { input } })
    toast.success('Strategy created successfully!')
    return data?.createStrategy.id ?? null
  }

  return {
    saving: creating || updating,
    /** The server's complaints by field. */
    refused,
    conflict,
    /** Resolves with the strategy's id; null when it was not stored. */
    async save(input: FieldsInput & { rules: RuleSource }): Promise<string | null> {
      setRefused({})
      setConflict(null)
      try {
        return await store(input)
      } catch (error) {
        const { message, fieldErrors } = describeError(error)
        setRefused(fieldErrors)
        if (CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.['code'] === 'CONFLICT') setConflict(message)
        toastFailure(existing ? 'Failed to update strategy' : 'Failed to create strategy', error)
        return null
      }
    },
  }
}
