/** Traces of calls and their statements by OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT says to whom; else nothing of it is loaded. */
import type { Context } from '@opentelemetry/api'

export interface Tracing {
  /** Begins the span of a call, by its route; `within` runs what belongs to it. */
  begin(call: { method: string; route: string; id: string }): CallSpan
  /** A statement that ended just now, of the call that runs; its text holds no values. */
  statement(text: string, ms: number, isFailed: boolean): void
  /** Sends what was not sent yet. */
  stop(): Promise<void>
}

export interface CallSpan {
  within(work: () => void): void
  end(status: number): void
}

/** Longer statements are cut. */
const longestText = 2000

type Environment = Record<string, string | undefined>

export async function startTracing(environment: Environment): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = environment
  const { OTEL_TRACES_SAMPLER_ARG, OTEL_SERVICE_NAME } = environment
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return undefined
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
  ])
  const { context, trace, ROOT_CONTEXT, SpanKind, SpanStatusCode } = api
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME || 'academy' })),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(Number(OTEL_TRACES_SAMPLER_ARG?.trim() || 1)),
    }),
    // What it is told by hand is all it tells: route, status and time of a call, and its statements.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('academy')
  return {
    begin({ method, route, id }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'academy.request_id': id }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
      const inside: Context = trace.setSpan(ROOT_CONTEXT, span)
      return {
        within: (work) => context.with(inside, work),
        end(status) {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    statement(text, ms, isFailed) {
      const within = context.active()
      if (!trace.getSpan(within)) return
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) }
      const startTime = performance.timeOrigin + performance.now() - ms
      const name = /^\w+/.exec(text.trim())?.[0] ?? 'statement'
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, within)
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    stop: () => provider.shutdown(),
  }
}
