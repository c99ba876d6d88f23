/** Types for the parts of untyped client packages that the tests use. */

interface ClientError {
  error: string | number
  reason?: string
  details?: unknown
  message: string
  errorType: string
}
interface ClientLogin {
  id: string
  token: string
  tokenExpires: unknown
  type: string
}

declare module 'simpleddp' {
  interface Events {
    on(event: string, handler: (message: { [key: string]: unknown }) => void): void
    sub(name: string, params: unknown[]): string
  }
  export interface Subscription {
    ready(): Promise<void>
    stop(): Promise<void>
  }
  export default class SimpleDdp {
    constructor(
      options: { endpoint: string; SocketConstructor: unknown; reconnectInterval?: number; autoReconnect?: boolean },
      plugins?: unknown[],
    )
    readonly ddpConnection: Events
    userId?: string
    token?: string
    connect(): Promise<void>
    disconnect(): Promise<void>
    call<T>(method: string, ...args: unknown[]): Promise<T>
    subscribe(name: string, ...args: unknown[]): Subscription
    collection(name: string): { fetch(): { id: string; [field: string]: unknown }[] }
    on(event: string, handler: (message: { [key: string]: unknown }) => void): { stop(): void }
    login(options: unknown): Promise<ClientLogin>
    logout(): Promise<void>
  }
}

declare module 'simpleddp-plugin-login' {
  export const simpleDDPLogin: unknown
}

declare module 'ddp' {
  type Documents = { [id: string]: { _id: string; [field: string]: unknown } }
  interface Observer {
    added(id: string): void
    changed(id: string, oldFields: object, cleared: string[], newFields: object): void
    removed(id: string, old: object): void
    stop(): void
  }
  export default class DdpClient {
    constructor(options: { host: string; port: number; ddpVersion?: string; autoReconnectTimer?: number; autoReconnect?: boolean })
    collections: { [name: string]: Documents }
    connect(connected: (error: unknown, wasReconnect: boolean) => void): void
    close(): void
    call(method: string, params: unknown[], answered: (error: ClientError | undefined, result: unknown) => void, updated?: () => void): void
    subscribe(name: string, params: unknown[], settled: (error?: ClientError) => void): string
    unsubscribe(id: string): void
    observe(collection: string): Observer
    on(event: 'message' | 'socket-close', handler: (data: string) => void): void
    removeListener(event: 'message', handler: (data: string) => void): void
  }
}

declare module 'ddp-login' {
  import type DdpClient from 'ddp'

  type Done = (error: ClientError | null | undefined, login?: ClientLogin) => void
  interface Login {
    (ddp: DdpClient, options: { method: 'username' | 'email' | 'account'; account: string; pass: string; retry?: number }, done: Done): void
    loginWithToken(ddp: DdpClient, token: string, done: Done): void
  }
  const login: Login
  export default login
}

declare module 'asteroid' {
  interface Subscription {
    id: string
    on(event: 'ready' | 'error', handler: (error: ClientError) => void): void
  }
  interface Asteroid {
    readonly ddp: { on(event: string, handler: (message: { [key: string]: unknown }) => void): void }
    userId: string | null
    loggedIn: boolean
    connect(): void
    disconnect(): void
    call<T>(method: string, ...params: unknown[]): Promise<T>
    login(options: unknown): Promise<string>
    loginWithPassword(options: { username?: string; email?: string; password: string }): Promise<string>
    logout(): Promise<null>
    subscribe(name: string, ...params: unknown[]): Subscription
    unsubscribe(id: string): void
    on(event: 'connected' | 'disconnected' | 'loggedIn' | 'loggedOut', handler: () => void): void
  }
  export function createClass(): new (options: {
    endpoint: string
    SocketConstructor: unknown
    reconnectInterval?: number
    autoReconnect?: boolean
  }) => Asteroid
}

declare module 'ddp.js' {
  export default class Ddp {
    constructor(options: { endpoint: string; SocketConstructor: unknown; reconnectInterval?: number; autoReconnect?: boolean })
    status: 'connected' | 'disconnected'
    connect(): void
    disconnect(): void
    method(name: string, params: unknown[]): string
    sub(name: string, params: unknown[]): string
    unsub(id: string): string
    on(event: string, handler: (message: { [key: string]: unknown }) => void): void
    removeListener(event: string, handler: (message: { [key: string]: unknown }) => void): void
  }
}

declare module 'sockjs-client' {
  export default class SockJs {
    constructor(
      url: string,
      protocols?: string[] | null,
      options?: { transports?: string[]; server?: string; sessionId?: () => string; timeout?: number },
    )
    readyState: number
    /** name of the transport that was chosen */
    transport: string | null
    onopen: (() => void) | null
    onmessage: ((event: { data: string }) => void) | null
    onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null
    send(data: string): void
    close(code?: number, reason?: string): void
  }
}
