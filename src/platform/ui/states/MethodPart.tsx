import type { ReactNode } from 'react'
import type { MethodResult } from '#platform/live/use-method-result.ts'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

/**
 * A part of a page that shows what a method answers: rows that stand for it until it comes, or that it did not come, with a button that calls
 * the method again.
 * @param failed what is said then
 * @param rows how many stand for the answer
 */
export function MethodPart<Answer>({
  of: { result, error, reload },
  failed,
  rows = 1,
  children,
}: {
  of: MethodResult<Answer>
  failed: string
  rows?: number
  children: (answer: Answer) => ReactNode
}) {
  if (error !== null)
    return (
      <ErrorState title={failed} onRetry={() => void reload()}>
        {error}
      </ErrorState>
    )
  return result === null ? <Skeleton kind="board-row" count={rows} /> : children(result)
}
