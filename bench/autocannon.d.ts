// The part of autocannon that the benchmarks use; the package brings no types.
declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    requests: (Request & { setupRequest?: (request: Request) => Request })[];
  }
  interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
