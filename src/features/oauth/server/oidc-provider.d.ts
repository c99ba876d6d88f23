/** The parts of the package `oidc-provider` that the site uses. It has no types of its own. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export interface Client {
    clientId: string
    clientAuthMethod: string
    clientSecret?: string
    redirectUris: string[]
  }

  /** A context of Koa */
  export interface Context {
    readonly path: string
    status: number
    body: unknown
    readonly response: { get(header: string): string | string[] | undefined }
    readonly oidc: { result?: { login?: object; consent?: { grantId?: string } }; provider: Provider }
    set(header: string, value: string | string[]): void
    remove(header: string): void
    redirect(address: string): void
  }

  export interface Interaction {
    uid: string
    params: Record<string, unknown>
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly issuer: string
    readonly request: object
    readonly Grant: {
      new (fields: { accountId: string; clientId: string; host: string; isRecalled: boolean }): Grant
      find(id: string): Promise<Grant | undefined>
      /** the names of its fields that are stored */
      readonly IN_PAYLOAD: readonly string[]
    }
    readonly Client: { prototype: Client & { compareClientSecret(this: Client, given: string): boolean } }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this
    on(event: 'error', listener: (error: unknown) => void): this
    on(event: 'server_error', listener: (context: Context, error: unknown) => void): this
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>
  }
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class InvalidGrant extends Error {
    constructor(detail: string)
  }
  export class InvalidScope extends Error {
    constructor(description: string, scope?: string)
  }
  export class SessionNotFound extends Error {}
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { Context } from 'oidc-provider/lib/provider.js'

  export class Check {
    constructor(reason: string, description: string, error: string, check: (context: Context) => boolean)
    static readonly REQUEST_PROMPT: boolean
    static readonly NO_NEED_TO_PROMPT: boolean
  }
  interface Prompt {
    readonly checks: { add(check: Check): void }
  }
  export function base(): { get(name: 'login'): Prompt }
}
