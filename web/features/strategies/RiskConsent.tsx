import { useMutation } from '@apollo/client/react'
import { styled } from 'styled-components'
import { AcceptRiskTextDocument, LiveReadinessDocument, type LiveReadinessQuery } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

const Text = styled.div`
  display: grid;
  justify-items: start;
  gap: 10px;
  color: var(--muted);
  font-size: var(--text-sm);

  summary {
    cursor: pointer;
  }
`

/** The risk text: to be accepted, or folded once it is. */
export function RiskConsent({ readiness }: { readiness: LiveReadinessQuery['liveReadiness'] }) {
  const { riskText, riskTextVersion: version, gates } = readiness
  const [accept, { loading }] = useMutation(AcceptRiskTextDocument, {
    refetchQueries: [LiveReadinessDocument],
    awaitRefetchQueries: true,
  })
  const paragraphs = riskText.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
  if (gates.some(({ gate, met }) => gate === 'RISK_TEXT' && met))
    return (
      <Text as="details">
        <summary>You have accepted this text</summary>
        {paragraphs}
      </Text>
    )
  return (
    <Text>
      {paragraphs}
      <Button
        $look="quiet"
        type="button"
        $busy={loading}
        onClick={() =>
          void accept({ variables: { version } }).catch((error: unknown) => toastFailure('Failed to accept the risk text', error))
        }
      >
        {loading ? 'Accepting...' : 'I have read and accept it'}
      </Button>
    </Text>
  )
}
