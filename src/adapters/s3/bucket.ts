import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/** Where contents are, and as whom. */
export interface BucketAddress {
  /** `s3://bucket`, or `s3://bucket/prefix`. */
  readonly url: string;
  /** The server, such as `https://s3.example.org`; undefined for that of Amazon. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined to take the keys of the environment or of the machine, as the programs of Amazon do. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** A bucket with a client for it. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** What all keys begin with: empty, or a path that ends with a slash. */
  readonly prefix: string;
}

/** In milliseconds. */
const connectTimeout = 5_000;
/** In milliseconds, without any byte. */
const idleTimeout = 60_000;
/** Connections at the same time. Each download has one for as long as its reader takes. */
const maxSockets = 1_000;
/** Of each call, with increasing pauses. */
const attempts = 3;

// The client is fixed to a version that runs with Node.js 20; that later ones do not is nothing that an operator could change.
const noVersionWarning = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' };

/** Does not connect yet. */
export function openBucket({ url, endpoint, region, credentials }: BucketAddress): Bucket {
  Object.assign(process.env, noVersionWarning);
  const [, name = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(url) ?? [];
  const config: S3ClientConfig = {
    region,
    // Names of buckets in the name of the host need an entry in the DNS, which few servers of one's own have.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    maxAttempts: attempts,
    requestHandler: {
      ...{ connectionTimeout: connectTimeout, socketTimeout: idleTimeout },
      ...{ httpAgent: { keepAlive: true, maxSockets }, httpsAgent: { keepAlive: true, maxSockets } },
    },
    // Many servers know neither. The digest of each part (`Content-MD5`) and the SHA-256 in the key are checked instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  return { client: new S3Client(config), name, prefix: path === '' ? '' : `${path}/` };
}
