import type { DocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { styled } from 'styled-components'
import { AcceptRiskTextDocument } from '../gql/generated/graphql.ts'
import { Button } from './Button.ts'
import { toastFailure } from './toastFailure.ts'

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

interface RiskConsentProps {
  paragraphs: readonly string[]
  version: number
  accepted: boolean
  /** What is read again once it is accepted. */
  shownBy: DocumentNode
}

/** The risk text of live trading: to be accepted, or folded once it is. */
export function RiskConsent({ paragraphs, version, accepted, shownBy }: RiskConsentProps) {
  const [accept, { loading }] = useMutation(AcceptRiskTextDocument, { refetchQueries: [shownBy], awaitRefetchQueries: true })
  const text = paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)
  if (accepted)
    return (
      <Text as="details">
        <summary>You have accepted this text</summary>
        {text}
      </Text>
    )
  return (
    <Text>
      {text}
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
