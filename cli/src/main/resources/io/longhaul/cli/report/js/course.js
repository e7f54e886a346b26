/* The chosen link through all the time it was measured: rates by number of streams above, round-trip times below. */
(function (L) {
  'use strict';

  function courses(trips) {
    return L.chosen() ? L.chosen().courses.filter(function (course) { return (course.streams === null) === trips; }) : [];
  }

  function name(course) { return course.streams === null ? 'RTT' : L.streams(course.streams); }

  function when(seconds) { return new Date(seconds * 1000).toISOString().replace('T', ' ').replace(/(:\d\d)?\.000Z$/, ' UTC'); }

  function line(course, column, colour, axis, thin) {
    return {
      name: name(course), type: 'line', xAxisIndex: axis, yAxisIndex: axis, symbol: thin ? 'none' : 'circle', symbolSize: 4, silent: thin,
      data: course.at.map(function (at, i) { return [at * 1000, course[column][i], i]; }),
      lineStyle: { color: L.colour(colour), width: thin ? 0.6 : 1.4, opacity: thin ? 0.7 : 1 }, itemStyle: { color: L.colour(colour) }
    };
  }

  function lines(course, colour, axis) {
    var several = course.runs.some(function (runs) { return runs > 1; });
    return (several ? ['low', 'high'] : []).map(function (end) { return line(course, end, colour, axis, true); })
      .concat([line(course, 'median', colour, axis, false)]);
  }

  function option(base) {
    if (!L.report.courses.length) { return ''; }
    var rates = courses(false);
    var trips = courses(true);
    if (!rates.length && !trips.length) { return 'Fewer than three runs of one kind on this link: nothing to see of time.'; }
    var ceiling = L.ceiling([].concat.apply([], rates.map(function (course) { return course.high; })));
    var unit = L.rateUnit(ceiling.top);
    var both = rates.length > 0 && trips.length > 0;
    base.grid = [{ left: 76, right: 60, top: 58, bottom: both ? 170 : 44 }];
    base.legend = Object.assign(base.legend, { top: 0, type: 'scroll' });
    base.xAxis = [L.axis({ type: 'time' })];
    base.yAxis = [rates.length
      ? L.rateAxis(unit, { min: 0, max: ceiling.top, name: unit.name + L.cutNote(ceiling), nameTextStyle: { color: L.colour('muted'), fontSize: 13, align: 'left' } })
      : L.axis({ type: 'value', min: 0, name: 'RTT, ms', nameGap: 46 })];
    base.series = [].concat.apply([], rates.map(function (course, i) { return lines(course, 'c' + (i % 6 + 1), 0); }));
    if (both) {
      base.grid.push({ left: 76, right: 60, bottom: 44, height: 92 });
      base.xAxis.push(L.axis({ gridIndex: 1, type: 'time' }));
      base.yAxis.push(L.axis({ gridIndex: 1, type: 'value', min: 0, name: 'RTT, ms', nameGap: 46, splitNumber: 3 }));
    }
    trips.forEach(function (course) { base.series = base.series.concat(lines(course, 'c4', both ? 1 : 0)); });
    base.tooltip.trigger = 'item';
    base.tooltip.formatter = function (item) {
      var course = rates.concat(trips).filter(function (one) { return name(one) === item.seriesName; })[0];
      var i = item.data[2];
      var show = course.streams === null ? L.millis : L.rate;
      return '<b>' + when(course.at[i]) + '</b><br>' + L.escape(item.seriesName) + ': ' + show(course.median[i])
        + (course.runs[i] > 1 ? ', ' + show(course.low[i]) + ' to ' + show(course.high[i]) + ' in ' + L.count(course.runs[i]) + ' runs' : '');
    };
    return base;
  }

  L.courseFigure = function () {
    var figure = L.figure({
      id: 'course', option: option, height: function () { return courses(false).length && courses(true).length ? 480 : 340; },
      numbers: function () {
        return {
          columns: [{ title: 'When' }, { title: 'What' }, { title: 'Median', num: true }, { title: 'Smallest', num: true }, { title: 'Largest', num: true }, { title: 'Runs', num: true }],
          rows: [].concat.apply([], courses(false).concat(courses(true)).map(function (course) {
            var show = course.streams === null ? L.millis : L.rate;
            return course.at.map(function (at, i) {
              return [when(at), name(course), show(course.median[i]), show(course.low[i]), show(course.high[i]), L.count(course.runs[i])];
            });
          }))
        };
      }
    });
    L.whenPicked(figure.redraw);
  };
})(Longhaul);
