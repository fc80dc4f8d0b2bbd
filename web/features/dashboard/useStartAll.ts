import { useMutation } from '@apollo/client/react'
import { toast } from 'sonner'
import { ActivateStrategiesDocument } from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

/** Activates all strategies the user subscribed to, and tells how many that were. */
export function useStartAll() {
  const [activate, { loading }] = useMutation(ActivateStrategiesDocument, { refetchQueries: 'active' })

  async function startAll(): Promise<void> {
    try {
      const { data } = await activate()
      const count = data?.activateStrategies ?? 0
      if (count === 0) toast.info('All your strategies were active already.')
      else toast.success(count === 1 ? '1 strategy activated.' : `${count} strategies activated.`)
    } catch (error) {
      toastFailure('Failed to start strategies', error)
    }
  }

  return { startAll, starting: loading }
}
