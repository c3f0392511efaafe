import type { ZoomName } from '../../model/scenario/url.ts';
import { systemLayout } from '../../stage/layout-system.ts';
import { CallsPane } from './CallsPane.tsx';
import { StageSide } from './StageSide.tsx';
import type { StageSideProps } from './stage-side.ts';

/** A side as a whole in few parts, or the system calls of one of its connections. */
export function ZoomedSide({ zoom, ...props }: StageSideProps & { readonly zoom: ZoomName }) {
  return (
    <>
      {zoom === 'calls' ? (
        <StageSide {...props}>
          <CallsPane {...props} />
        </StageSide>
      ) : (
        <StageSide {...props} arrange={systemLayout} />
      )}
    </>
  );
}
