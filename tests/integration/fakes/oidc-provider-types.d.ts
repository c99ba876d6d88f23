declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  /** The part of the provider that the tests use. */
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: new (fields: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ params: Record<string, unknown> }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  interface Configuration {
    adapter(model: string): object
    findAccount(context: unknown, id: string): { accountId: string; claims(): Promise<object> } | undefined
    renderError(context: { type: string; body: string }, out: object): void
    interactions: { url(context: unknown, interaction: { uid: string }): string }
    pkce: { required(): boolean }
    [option: string]: unknown
  }
}
