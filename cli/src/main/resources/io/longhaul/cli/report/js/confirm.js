/* CONFIRM curves of the chosen link: the interval of the median by number of repetitions, relative to the median. */
(function (L) {
  'use strict';

  function relative(bps, curve) { return bps / curve.median_bps - 1; }

  function answer(curve) {
    return curve.repetitions === null ? 'more than ' + curve.samples : String(curve.repetitions);
  }

  /** A band between the two ends: an invisible line below, the band stacked on it. */
  function band(curve, i) {
    var name = L.streams(curve.streams) + ': ' + answer(curve) + ' runs';
    var colour = L.colour('c' + (i % 6 + 1));
    return [1, 2].map(function (end) {
      return {
        name: name, type: 'line', symbol: 'none',
        data: curve.points.map(function (point) { return [point[0], relative(point[end], curve)]; }),
        lineStyle: { color: colour, width: 2 }, itemStyle: { color: colour }
      };
    });
  }

  function percent(v) { return (v > 0 ? '+' : '') + String(Number((v * 100).toPrecision(3))) + ' %'; }

  function option(base) {
    var curves = L.chosen() ? L.chosen().confirm : [];
    if (!curves.length) { return 'Fewer than ten runs of one kind on this link: too few to say how many are enough.'; }
    var tolerance = L.report.confirm_tolerance;
    base.grid = { left: 24, right: 56, top: 60, bottom: 34, containLabel: true };
    base.legend = Object.assign(base.legend, { top: 0, type: 'scroll' });
    base.xAxis = L.axis({ type: 'value', min: 'dataMin', max: 'dataMax', name: 'repetitions', nameGap: 28 });
    base.yAxis = L.axis({ type: 'value', scale: true, name: 'interval of the median', nameLocation: 'end', nameGap: 12, nameTextStyle: { color: L.colour('muted'), fontSize: 13, align: 'left' }, axisLabel: { color: L.colour('muted'), formatter: percent } });
    base.tooltip.trigger = 'axis';
    base.tooltip.formatter = function (items) {
      return '<b>' + items[0].data[0] + ' repetitions</b>' + items.map(function (item) {
        return '<br>' + L.escape(item.seriesName) + ': ' + percent(item.data[1]);
      }).join('');
    };
    base.series = [].concat.apply([], curves.map(band));
    base.series[0].markLine = {
      symbol: 'none', silent: true, label: { formatter: function (mark) { return percent(mark.value); }, color: L.colour('muted') },
      lineStyle: { color: L.colour('ink'), type: 'dashed' }, data: [{ yAxis: tolerance }, { yAxis: -tolerance }], precision: 6
    };
    return base;
  }

  L.confirmFigure = function () {
    var figure = L.figure({
      id: 'confirm', option: option, height: function () { return 340; },
      numbers: function () {
        return {
          columns: [{ title: 'Streams', num: true }, { title: 'Runs', num: true }, { title: 'Median', num: true }, { title: 'Runs needed', num: true }],
          rows: (L.chosen() ? L.chosen().confirm : []).map(function (curve) {
            return [String(curve.streams), L.count(curve.samples), L.rate(curve.median_bps), answer(curve)];
          })
        };
      }
    });
    L.whenPicked(figure.redraw);
  };
})(Longhaul);
