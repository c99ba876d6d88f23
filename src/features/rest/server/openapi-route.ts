import type { FeatureContext } from '#platform/feature-context.ts'
import document from '../openapi.json'

/** Serves the document of the API, which names this site as its server. */
export function serveDocument({ http, address }: Pick<FeatureContext, 'http' | 'address'>): void {
  http.get('/api/openapi.json', context => {
    context.header('cache-control', 'public, max-age=300')
    context.header('access-control-allow-origin', '*')
    return context.json({ ...document, servers: [{ url: address() }] })
  })
}
