import type { Clock, Timer } from '../timing/clock.ts'
import { type Heartbeat, startHeartbeat } from '../timing/heartbeat.ts'
import { RETRY, type RetryOptions, retryDelay } from '../timing/retry.ts'
import { VERSIONS, type Version } from '../wire/versions.ts'
import type { ClientSocket, Connect } from './socket.ts'
import { type ConnectionStatus, nextStatus, type StatusEvent } from './status.ts'

/** The timing that mission §9 prescribes, in ms. */
export const CLIENT_TIMING = {
  heartbeatInterval: 17_500,
  heartbeatTimeout: 15_000,
  probeTimeout: 3000,
  connectTimeout: 10_000,
  retry: RETRY,
}
export interface ClientTiming {
  heartbeatInterval: number
  heartbeatTimeout: number
  /** ms that the server has to answer a probe */
  probeTimeout: number
  connectTimeout: number
  retry: RetryOptions
}

export interface ClientConnectionOptions {
  connect: Connect
  clock: Clock
  random(): number
  timing: ClientTiming
  /** The socket is open and `connect` has been sent; more messages may follow at once. */
  onOpen(): void
  onMessage(text: string): void
  onLost(): void
  onStatus(status: ConnectionStatus): void
}

/** One connection over any number of sockets: connects, negotiates the version, sends heartbeats and reconnects (rules C7–C13, H5, H7). */
export class ClientConnection {
  readonly #options: ClientConnectionOptions
  #status: ConnectionStatus = { status: 'offline' }
  #socket: ClientSocket | null = null
  #heartbeat: Heartbeat | null = null
  #timer: Timer | null = null
  #version: Version = VERSIONS[0]
  #tries = 0

  constructor(options: ClientConnectionOptions) {
    this.#options = options
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  /** Connects at once, also while waiting for the next try. Such a try is not counted, so it makes no later pause longer. */
  connect(): void {
    const isWaiting = this.#status.status === 'waiting'
    if (!this.#transition('connect')) return
    if (isWaiting) this.#tries--
    this.#open()
  }

  disconnect(): void {
    if (!this.#transition('disconnect')) return
    this.#tries = 0
    this.#timer?.cancel()
    this.#dropSocket()
  }

  /** Finds out soon whether the server still answers; if not, the connection is lost (H7). Without a connection it tries to connect at once. */
  probe(): void {
    if (this.#status.status === 'connected') this.#heartbeat?.probe(this.#options.timing.probeTimeout)
    else this.connect()
  }

  send(text: string): void {
    this.#socket?.send(text)
  }

  /** The server answered `connected`. */
  onConnected(): void {
    if (!this.#transition('connected')) return
    this.#timer?.cancel()
    const { clock, timing } = this.#options
    this.#timer = clock.after(timing.retry.base, () => {
      this.#tries = 0
    })
    if (this.#version === 'pre1') return
    this.#heartbeat = startHeartbeat({
      clock,
      interval: timing.heartbeatInterval,
      timeout: timing.heartbeatTimeout,
      sendPing: () => this.send('{"msg":"ping"}'),
      onTimeout: () => this.#lost(),
    })
  }

  /** The server answered `failed`, proposing `version`. */
  onVersionRejected(version: string): void {
    if (this.#status.status !== 'connecting') return
    const proposed = VERSIONS.find(ours => ours === version)
    if (proposed !== undefined && proposed !== this.#version) {
      this.#version = proposed
      this.#dropSocket()
      this.#open()
    } else if (this.#transition('refused')) this.#dropSocket()
  }

  #transition(event: StatusEvent): boolean {
    const next = nextStatus(this.#status.status, event)
    if (next === null) return false
    const { clock, random, timing } = this.#options
    switch (next) {
      case 'waiting': {
        const delay = retryDelay(this.#tries++, random(), timing.retry)
        this.#timer?.cancel()
        this.#timer = clock.after(delay, () => {
          if (this.#transition('retry')) this.#open()
        })
        this.#status = { status: next, tries: this.#tries, retryAt: clock.now() + delay }
        break
      }
      case 'connecting':
        this.#timer?.cancel()
        this.#status = { status: next, tries: this.#tries }
        break
      case 'failed':
        this.#status = { status: next, reason: 'The server and this page do not speak the same version' }
        break
      default:
        this.#status = { status: next }
    }
    this.#options.onStatus(this.#status)
    return true
  }

  #open(): void {
    const { connect, clock, timing, onOpen, onMessage } = this.#options
    const socket = connect()
    this.#socket = socket
    this.#timer = clock.after(timing.connectTimeout, () => this.#lost())
    socket.onOpen = () => {
      if (this.#socket !== socket) return
      socket.send(JSON.stringify({ msg: 'connect', version: this.#version, support: VERSIONS }))
      onOpen()
    }
    socket.onMessage = text => {
      if (this.#socket !== socket) return
      this.#heartbeat?.onMessage()
      onMessage(text)
    }
    socket.onClose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #lost(): void {
    this.#dropSocket()
    this.#transition('lost')
  }

  #dropSocket(): void {
    const socket = this.#socket
    if (socket === null) return
    this.#socket = null
    this.#timer?.cancel()
    this.#heartbeat?.stop()
    this.#heartbeat = null
    socket.close()
    this.#options.onLost()
  }
}
