import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { type SearchServices, searchCall } from './calls/search.ts'

export function startSearch({ live }: FeatureContext, services: SearchServices): void {
  registerCalls(live, [searchCall], services)
}
